// The paper's wheel brake system: one step of the controller, called several times.
// `-DSEED=N` makes path N of a function end in an error.
#ifndef SEED
#define SEED 0
#endif
void reach_error(void);
#define PATH(n) if (SEED == (n)) reach_error()
int WBS_Node_WBS_BSCU_SystemModeSelCmd_rlt_PRE;
int WBS_Node_WBS_BSCU_rlt_PRE1;
int WBS_Node_WBS_rlt_PRE2;
int Nor_Pressure, Alt_Pressure, Sys_Mode;

void update(int PedalPos, int AutoBrake, int Skid) {
  int command, normal, alternate, mode;
  int braking = WBS_Node_WBS_BSCU_rlt_PRE1;
  if (PedalPos == 0) {
    command = 0;
    PATH(1);
  } else if (PedalPos == 1) {
    command = 1;
  } else if (PedalPos == 2) {
    command = 2;
  } else if (PedalPos == 3) {
    command = 3;
  } else {
    command = 4;
  }
  if (AutoBrake && command == 0) {
    command = 1;
  }
  if (WBS_Node_WBS_rlt_PRE2 > 100) {
    mode = 1;
  } else {
    mode = WBS_Node_WBS_BSCU_SystemModeSelCmd_rlt_PRE;
  }
  if (mode == 0) {
    normal = command * 10;
    if (Skid) {
      normal = 0;
    }
    alternate = 0;
  } else {
    normal = 0;
    alternate = command * 10;
    if (Skid && braking > 0) {
      PATH(2);
      alternate = alternate / 2;
    }
  }
  if (normal + alternate > 30) {
    if (mode != 0) {
      PATH(3);
    }
    WBS_Node_WBS_BSCU_rlt_PRE1 = 1;
  } else {
    WBS_Node_WBS_BSCU_rlt_PRE1 = 0;
  }
  WBS_Node_WBS_BSCU_SystemModeSelCmd_rlt_PRE = mode;
  WBS_Node_WBS_rlt_PRE2 = WBS_Node_WBS_rlt_PRE2 + normal;
  Nor_Pressure = normal;
  Alt_Pressure = alternate;
  Sys_Mode = mode;
}

int main1(int p1, int a1, int s1, int p2, int a2, int s2) {
  update(p1, a1, s1);
  update(p2, a2, s2);
  return Nor_Pressure + Alt_Pressure;
}

int launch(int p1, int a1, int s1, int p2, int a2, int s2, int p3, int a3, int s3) {
  update(p1, a1, s1);
  update(p2, a2, s2);
  update(p3, a3, s3);
  return Nor_Pressure + Alt_Pressure;
}

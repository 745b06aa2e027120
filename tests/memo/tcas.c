// The altitude logic of TCAS, as published with the Siemens programs, without its input reader.
// `-DSEED=N` makes path N of a function end in an error.
#ifndef SEED
#define SEED 0
#endif
void reach_error(void);
#define PATH(n) if (SEED == (n)) reach_error()
#define OLEV 600
#define MAXALTDIFF 600
#define MINSEP 300
#define NOZCROSS 100
#define NO_INTENT 0
#define DO_NOT_CLIMB 1
#define DO_NOT_DESCEND 2
#define TCAS_TA 1
#define UNRESOLVED 0
#define UPWARD_RA 1
#define DOWNWARD_RA 2

int Cur_Vertical_Sep, High_Confidence, Two_of_Three_Reports_Valid, Own_Tracked_Alt;
int Own_Tracked_Alt_Rate, Other_Tracked_Alt, Alt_Layer_Value;
int Up_Separation, Down_Separation, Other_RAC, Other_Capability, Climb_Inhibit;

static int Positive_RA_Alt_Thresh(int layer) {
  switch (layer) {
  case 0: return 400;
  case 1: return 500;
  case 2: return 640;
  default: return 740;
  }
}

int ALIM(void) { return Positive_RA_Alt_Thresh(Alt_Layer_Value); }

int Inhibit_Biased_Climb(void) {
  if (Climb_Inhibit) {
    return Up_Separation + NOZCROSS;
  }
  return Up_Separation;
}

int Own_Below_Threat(void) {
  if (Own_Tracked_Alt < Other_Tracked_Alt) {
    return 1;
  }
  return 0;
}

int Own_Above_Threat(void) {
  if (Other_Tracked_Alt < Own_Tracked_Alt) {
    return 1;
  }
  return 0;
}

int Non_Crossing_Biased_Climb(void) {
  int upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
  if (upward_preferred) {
    return !Own_Below_Threat() || (Own_Below_Threat() && !(Down_Separation >= ALIM()));
  }
  return Own_Above_Threat() && Cur_Vertical_Sep >= MINSEP && Up_Separation >= ALIM();
}

int Non_Crossing_Biased_Descend(void) {
  int upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
  if (upward_preferred) {
    return Own_Below_Threat() && Cur_Vertical_Sep >= MINSEP && Down_Separation >= ALIM();
  }
  return !Own_Above_Threat() || (Own_Above_Threat() && Up_Separation >= ALIM());
}

int alt_sep_test(void) {
  int enabled = High_Confidence && Own_Tracked_Alt_Rate <= OLEV && Cur_Vertical_Sep > MAXALTDIFF;
  int tcas_equipped = Other_Capability == TCAS_TA;
  int intent_not_known = Two_of_Three_Reports_Valid && Other_RAC == NO_INTENT;
  int alt_sep = UNRESOLVED;
  if (enabled && ((tcas_equipped && intent_not_known) || !tcas_equipped)) {
    int need_upward_RA = Non_Crossing_Biased_Climb() && Own_Below_Threat();
    int need_downward_RA = Non_Crossing_Biased_Descend() && Own_Above_Threat();
    if (need_upward_RA && need_downward_RA) {
      alt_sep = UNRESOLVED;
    } else if (need_upward_RA) {
      PATH(1);
      alt_sep = UPWARD_RA;
    } else if (need_downward_RA) {
      PATH(2);
      alt_sep = DOWNWARD_RA;
    } else {
      PATH(3);
      alt_sep = UNRESOLVED;
    }
  }
  return alt_sep;
}

// Altitudes come in feet, metres (three feet) or flight levels.
static int feet(int altitude, int scale) { return (int)((unsigned)altitude * (unsigned)scale); }

int start_tcas(int unit, int cvs, int hc, int ttrv, int ota, int otar, int otta, int alv, int us,
               int ds, int orac, int oc, int ci) {
  int scale = 1;
  if (unit == 1) {
    scale = 3;
  } else if (unit == 2) {
    scale = 100;
  }
  Cur_Vertical_Sep = cvs;
  High_Confidence = hc;
  Two_of_Three_Reports_Valid = ttrv;
  Own_Tracked_Alt = feet(ota, scale);
  Own_Tracked_Alt_Rate = otar;
  Other_Tracked_Alt = feet(otta, scale);
  Alt_Layer_Value = alv;
  Up_Separation = us;
  Down_Separation = ds;
  Other_RAC = orac;
  Other_Capability = oc;
  Climb_Inhibit = ci;
  return alt_sep_test();
}

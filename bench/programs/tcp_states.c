// The states of a TCP connection under N symbolic events.
// Grows: with the sequences of events, about 3 to 4 times per event.
// Size: N, the number of events.
//@ paths-at: N=1 3
//@ paths-at: N=2 11
//@ domain: events/1: 0..255
#include <assert.h>
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

enum state { closed, listening, syn_sent, syn_received, established, fin_wait_1, fin_wait_2, close_wait, last_ack, time_wait };
enum event { passive_open, active_open, receive_syn, receive_syn_ack, receive_ack, receive_fin, close_call, timeout };

static int step(enum state *state, unsigned char event) {
  switch (*state) {
  case closed:
    if (event == passive_open)
      *state = listening;
    else if (event == active_open)
      *state = syn_sent;
    else
      return 0;
    return 1;
  case listening:
    if (event == receive_syn)
      *state = syn_received;
    else if (event == close_call)
      *state = closed;
    else
      return 0;
    return 1;
  case syn_sent:
    if (event == receive_syn_ack)
      *state = established;
    else if (event == receive_syn)
      *state = syn_received;
    else if (event == timeout || event == close_call)
      *state = closed;
    else
      return 0;
    return 1;
  case syn_received:
    if (event == receive_ack)
      *state = established;
    else if (event == close_call)
      *state = fin_wait_1;
    else
      return 0;
    return 1;
  case established:
    if (event == close_call)
      *state = fin_wait_1;
    else if (event == receive_fin)
      *state = close_wait;
    else
      return 0;
    return 1;
  case fin_wait_1:
    if (event == receive_ack)
      *state = fin_wait_2;
    else if (event == receive_fin)
      *state = time_wait;
    else
      return 0;
    return 1;
  case fin_wait_2:
    if (event != receive_fin)
      return 0;
    *state = time_wait;
    return 1;
  case close_wait:
    if (event != close_call)
      return 0;
    *state = last_ack;
    return 1;
  case last_ack:
    if (event != receive_ack)
      return 0;
    *state = closed;
    return 1;
  case time_wait:
    if (event != timeout)
      return 0;
    *state = closed;
    return 1;
  }
  return 0;
}

int main(void) {
  unsigned char events[N];
  enum state state = closed;
  int ignored = 0;
  klee_make_symbolic(events, sizeof events, "events");
  for (int i = 0; i < N; i++)
    if (!step(&state, events[i]))
      ignored++;
  assert(N >= 4 || state != time_wait);
  return state * 16 + ignored;
}

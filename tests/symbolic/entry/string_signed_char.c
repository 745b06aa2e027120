// A character above 127 is a negative index where char is signed.
//@ entry: is_vowel
//@ witness: is_vowel("\x80")
static const unsigned char vowel[128] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};
int is_vowel(const char *s) {
  if (!s || s[0] == 0)
    return 0;
  return vowel[(int)s[0]]; //~ BUG out-of-bounds-read
}

//@ entry: is_vowel
//@ clean: is_vowel("\x80"); is_vowel("\xff"); is_vowel("a")
static const unsigned char vowel[256] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};
int is_vowel(const char *s) {
  if (!s || s[0] == 0)
    return 0;
  return vowel[(unsigned char)s[0]];
}

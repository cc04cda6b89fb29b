// Estimates how hard a password is to guess.

/** 0 to 3, by length and kinds of characters. */
export function passwordStrength(password: string): number {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  if (password.length < 8) return 0
  return Math.min(3, kinds - 1 + (password.length >= 14 ? 1 : 0))
}

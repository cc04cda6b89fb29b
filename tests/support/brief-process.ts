// Owns how Node runs a program that ends soon.

/**
 * Options for it: the built-in database is not compiled a second time for speed, which takes longer than such a process
 * lives.
 */
export const BRIEF: readonly string[] = ['--liftoff-only']

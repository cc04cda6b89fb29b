// Owns how Node runs a program that ends soon.

/**
 * Options for it. The built-in database is not compiled a second time for speed, which takes longer than such a process
 * lives; and only what runs very often is: by default a sixth of the time of tests went into compiling what they soon left.
 */
export const BRIEF: readonly string[] = ['--liftoff-only', '--interrupt-budget=2000000']

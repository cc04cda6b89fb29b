// Detects touch input: there the system's own lists and wheels are the better controls.

export function hasTouchInput(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
}

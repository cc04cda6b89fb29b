// Owns the memory of where the visitor was before, for guards that depend on it (NAV-06).

let before: string | null = null
let now: string | null = null

export function recordPath(path: string): void {
  if (path === now) return
  before = now
  now = path
}

export const previousPath = () => before
export const currentPath = () => now

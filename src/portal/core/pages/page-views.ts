// Imports the view of each kind of page from `<kind>-page.tsx`. Boot and pages share it.

const VIEWS = import.meta.glob('../../features/*/*-page.tsx')

/** The module of a kind's view; undefined where there is none. Rejects when the code cannot be had. */
export function importView(kind: string): Promise<unknown> | undefined {
  return Object.entries(VIEWS).find(([file]) => file.endsWith(`/${kind}-page.tsx`))?.[1]()
}

// Owns the answers that the boot script began to fetch while the code was still loading.

interface Preloaded {
  readonly at: number
  readonly answer: Promise<unknown>
}

declare global {
  interface Window {
    equipnetPreload?: Map<string, Preloaded>
  }
}

const MAX_AGE = 5_000

/** Takes the envelope fetched ahead for `key`, once; null when there is none or it is too old. */
export function takePreloaded(key: string): Promise<unknown> | null {
  const preloaded = window.equipnetPreload?.get(key)
  if (!preloaded) return null
  window.equipnetPreload?.delete(key)
  return performance.now() - preloaded.at < MAX_AGE ? preloaded.answer : null
}

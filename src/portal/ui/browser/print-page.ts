// Prints the page: fetches the images that only paper shows; the page's print button waits for them.

/** A sheet without its code is better than none. */
const MAX_WAIT_MS = 2_000

/** Not every browser fetches by itself what was not to be seen before. */
export function fetchForPaper(): readonly HTMLImageElement[] {
  const images = [...document.querySelectorAll<HTMLImageElement>('.eq-print-only img')]
  for (const image of images) image.loading = 'eager'
  return images
}

export async function printPage(): Promise<void> {
  const awaited = fetchForPaper().map((image) => image.decode().catch(() => undefined))
  await Promise.race([Promise.all(awaited), new Promise((done) => setTimeout(done, MAX_WAIT_MS))])
  window.print()
}

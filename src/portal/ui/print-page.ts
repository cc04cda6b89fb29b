// Owns the printing of a page by a button of its own: first what only paper shows is fetched.

/** A sheet without its code is better than none. */
const LONGEST_WAIT_MS = 2_000

export async function printPage(): Promise<void> {
  const awaited = [...document.querySelectorAll<HTMLImageElement>('.eq-print-only img')].map((image) => {
    image.loading = 'eager'
    return image.decode().catch(() => undefined)
  })
  await Promise.race([Promise.all(awaited), new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))])
  window.print()
}

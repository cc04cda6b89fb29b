// Runs tasks one after the other and skips all waiting ones but the last.

/** While `work` is busy, of all values that come only the last is kept for afterwards. `work` must not reject. */
export function oneAtATime<T>(work: (value: T) => Promise<void>): (value: T) => void {
  let isBusy = false
  let next: { readonly value: T } | null = null
  return (value) => {
    next = { value }
    if (isBusy) return
    isBusy = true
    void run().finally(() => {
      isBusy = false
    })
  }

  async function run(): Promise<void> {
    while (next !== null) {
      const { value } = next
      next = null
      await work(value)
    }
  }
}

// Owns doing one thing after the other where only the last wish counts.

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

// Adds the form steps to the browser's history, so that going back leads through them.
import { NavigationType } from 'react-router-dom'
import { appHistory } from '#portal/core/routing/hash-history.ts'

interface Spot {
  readonly step: number
  /** On the way from the check of the answers, or from a refusal, to which going on leads straight back. */
  readonly isReturning: boolean
}

interface StoredTrail {
  readonly filling: string
  readonly trail: readonly Spot[]
}

const FIRST: Spot = { step: 0, isReturning: false }
/** Longest wait for the browser to go back. */
const WAIT_MS = 1_000

function readStoredTrail(state: unknown): StoredTrail | null {
  const { steps } = (state ?? {}) as { readonly steps?: StoredTrail }
  return steps ?? null
}

const isSame = (one: Spot | undefined, other: Spot) =>
  one?.step === other.step && one.isReturning === other.isReturning

export class FormStepHistory {
  readonly #filling = Math.random().toString(36).slice(2)
  readonly #path = appHistory.position().location.pathname
  #trail: readonly Spot[] = [FIRST]

  /** Notes that the spot was gone to: back, where it was come from, else as one entry more. */
  go(spot: Spot): void {
    const known = this.#trail.slice(0, -1).findLastIndex((passed) => isSame(passed, spot))
    if (known >= 0) this.#back(known)
    else if (!isSame(this.#trail.at(-1), spot)) this.#push(spot)
  }

  /** Tells where the browser's own back and forward lead within the form. */
  listen(listener: (spot: Spot) => void): () => void {
    return appHistory.subscribe(() => {
      const { action, location } = appHistory.position()
      if (action !== NavigationType.Pop || location.pathname !== this.#path) return
      const stored = readStoredTrail(location.state)
      // Entries of another visit to the form, and those from before the first form step, count as the first form
      // step.
      const trail = stored?.filling === this.#filling ? stored.trail : [FIRST]
      if (trail.length === this.#trail.length && isSame(trail.at(-1), this.#trail.at(-1) as Spot)) return
      this.#trail = trail
      listener(trail.at(-1) as Spot)
    })
  }

  /** Takes the steps out of the way, so that going back later leads to where the form was come from. */
  async leave(): Promise<void> {
    if (this.#trail.length === 1) return
    const arrived = new Promise<void>((resolve) => {
      const stop = appHistory.subscribe(() => {
        stop()
        resolve()
      })
      setTimeout(resolve, WAIT_MS)
    })
    this.#back(0)
    await arrived
  }

  #back(to: number): void {
    const delta = to - (this.#trail.length - 1)
    this.#trail = this.#trail.slice(0, to + 1)
    appHistory.go(delta)
  }

  #push(spot: Spot): void {
    this.#trail = [...this.#trail, spot]
    const { pathname, search } = appHistory.position().location
    appHistory.push({ pathname, search }, { steps: { filling: this.#filling, trail: this.#trail } })
  }
}

// Delays content below the first screen until the first screen has been painted.
import { startTransition, useEffect, useState } from 'react'

/** False in the first drawing of the component that asks, true from then on. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // An effect may run before the paint; a frame's callback and a task after it may not.
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

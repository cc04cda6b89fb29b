// Draws a part of the console that is a chunk of its own: at once if it is loaded, else as soon as it is.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface LazyPartOptions<P> {
  readonly load: () => Promise<ComponentType<P>>
  readonly waiting?: ReactNode
  /** Serves where the chunk cannot be had, such as in a window that was open while the portal was renewed. */
  readonly instead: ComponentType<P>
}

export interface LazyPart<P> extends LazyPartOptions<P> {
  /** Null until it is here. */
  view: ComponentType<P> | null
  /** Ahead of need; never rejects. */
  come(): Promise<void>
}

export function toPart<P extends object>(options: LazyPartOptions<P>): LazyPart<P> {
  let coming: Promise<void> | null = null
  const part: LazyPart<P> = {
    ...options,
    view: null,
    come() {
      coming ??= options.load().then(
        (loaded) => {
          part.view = loaded
        },
        () => {
          coming = null
        },
      )
      return coming
    },
  }
  return part
}

interface Props<P> {
  readonly part: LazyPart<P>
  readonly given: P
}

/** `React.lazy` would show what is drawn meanwhile even for a chunk that is here, and keep it for 300 ms. */
export function PartSlot<P extends object>({ part, given }: Props<P>) {
  const [View, setView] = useState<ComponentType<P> | null>(() => part.view)
  useEffect(() => {
    if (View) return
    let isCurrent = true
    void part.come().then(() => {
      if (isCurrent) setView(() => part.view ?? part.instead)
    })
    return () => {
      isCurrent = false
    }
  }, [View, part])
  return View ? <View {...given} /> : part.waiting
}

// Returns the pressed key; none while an input method composes, which then uses Enter, arrows and Escape itself.

/** Of React or of the browser. */
interface PressedEvent {
  readonly key: string
  readonly keyCode?: number
  readonly isComposing?: boolean
  readonly nativeEvent?: object
}

/**
 * Key code that browsers send for a key that the input method has taken. Safari sends it also for the Enter that ends
 * the composition.
 */
const TAKEN = 229

export function isComposing({ keyCode, isComposing: composes, nativeEvent }: PressedEvent): boolean {
  const native = (nativeEvent ?? {}) as Partial<PressedEvent>
  return composes === true || native.isComposing === true || (keyCode ?? native.keyCode) === TAKEN
}

/** Empty while composing, so that it is no key that anything waits for. */
export function pressedKey(event: PressedEvent): string {
  return isComposing(event) ? '' : event.key
}

// Defers the blur of a field until after the press that caused it: an error must not move the button.

/** Longer than most clicks take. */
const CLICK_MS = 150

let isPressed = false
for (const [name, now] of [
  ['mousedown', true],
  ['mouseup', false],
  ['dragend', false],
] as const)
  addEventListener(
    name,
    () => {
      isPressed = now
    },
    { capture: true },
  )

/** Calls `leave` once no button of the mouse is held down any more. */
export function deferBlur(leave: () => unknown): void {
  const wait = () => (isPressed ? deferBlur(leave) : leave())
  setTimeout(wait, CLICK_MS)
}

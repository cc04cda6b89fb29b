// Owns the moment at which a place counts as left: after the press that left it, whose button an error must not move.

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

// Adds the keyboard and screen reader support that antd's table lacks.

/** To be called after every drawing: the parts come and go with the width of the table. */
export function fixTableAccessibility(frame: HTMLElement | null, title: string): void {
  // The titles are drawn once more, unseen, to measure them: the tick of the head is no stop for the keyboard there.
  frame?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '')
  const content = frame?.querySelector<HTMLElement>('.ant-table-content')
  if (!content) return
  // A scrollable region can be reached by keyboard, even if it contains nothing focusable.
  const names = { tabindex: '0', role: 'region', 'aria-label': `${title}，可左右滚动` }
  for (const [name, value] of Object.entries(names))
    if (frame?.dataset.fits === 'false') content.setAttribute(name, value)
    else content.removeAttribute(name)
}

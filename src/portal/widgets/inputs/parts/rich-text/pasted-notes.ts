// Turns the footnotes of Word, WPS and LibreOffice into footnotes of formatted text.

/** A mark in the text and the words at the end name each other; both are changed in place. */
export function gatherNotes(body: HTMLElement): void {
  const links = [...body.querySelectorAll('a[name][href^="#"]')]
  const byName = new Map(links.map((link) => [link.getAttribute('name'), link]))
  const holders = new Set<Element>()
  for (const mark of links) {
    const back = byName.get((mark.getAttribute('href') ?? '').slice(1))
    if (!back || back.getAttribute('href') !== `#${mark.getAttribute('name')}`) continue
    const isBefore = mark.compareDocumentPosition(back) & Node.DOCUMENT_POSITION_FOLLOWING
    const block = isBefore ? back.closest('p, li, div') : null
    if (!block || block.contains(mark)) continue
    back.remove()
    const note = body.ownerDocument.createElement('span')
    note.dataset.note = 'foot'
    note.textContent = (block.textContent ?? '').replace(/\s+/g, ' ').trim()
    ;(mark.closest('sup') ?? mark).replaceWith(note)
    for (let around = block.parentElement; around && around !== body; around = around.parentElement)
      holders.add(around)
    block.remove()
  }
  // What stood around them holds a line, or nothing.
  for (const holder of holders)
    if ((holder.textContent ?? '').trim() === '' && !holder.querySelector('img')) holder.remove()
}

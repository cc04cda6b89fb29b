// Reads the pictures of a text in Rich Text Format, which Word and WPS put into the clipboard beside HTML.

const KINDS: readonly (readonly [sign: string, ending: string, type: string])[] = [
  ['\\pngblip', 'png', 'image/png'],
  ['\\jpegblip', 'jpg', 'image/jpeg'],
]

/** Pictures of signs of lists, and the copy of each picture for readers of before 1997. */
const COPIES = ['{\\*\\listpicture', '{\\nonshppict']

/** All pictures in their order; undefined for those that no browser shows, such as drawings of Windows. */
export function readRtfPictures(rtf: string): (File | undefined)[] {
  const pictures: (File | undefined)[] = []
  const start = /\{\\(?:pict(?![a-z])|\*\\listpicture|nonshppict)/g
  for (let match = start.exec(rtf); match; match = start.exec(rtf)) {
    const end = endOfGroup(rtf, match.index)
    if (end === undefined) return pictures
    if (!COPIES.includes(match[0])) pictures.push(toFile(rtf.slice(match.index + 1, end - 1)))
    start.lastIndex = end
  }
  return pictures
}

function endOfGroup(rtf: string, start: number): number | undefined {
  const sign = /\\[\\{}]|[{}]/g
  sign.lastIndex = start
  let depth = 0
  for (let match = sign.exec(rtf); match; match = sign.exec(rtf)) {
    if (match[0] === '{') depth += 1
    else if (match[0] === '}') depth -= 1
    if (depth === 0) return match.index + 1
  }
  return undefined
}

function toFile(group: string): File | undefined {
  const kind = KINDS.find(([sign]) => group.includes(sign))
  const hex = withoutGroups(group)
    .replaceAll(/\\[a-z]+-?\d* ?/gi, '')
    .replaceAll(/\s/g, '')
  if (!kind || hex === '' || hex.length % 2 > 0 || !/^[\da-f]+$/i.test(hex)) return undefined
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return new File([bytes], `图片.${kind[1]}`, { type: kind[2] })
}

function withoutGroups(group: string): string {
  const inner = /\{[^{}]*\}/g
  let text = group
  while (inner.test(text)) text = text.replaceAll(inner, '')
  return text
}

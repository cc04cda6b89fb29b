// Describes common mistakes in handwritten JSON, for which the parser only reports that it stopped.

/** Full-width characters that an input method writes instead. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '“': '"',
  '”': '"',
  '‘': '"',
  '’': '"',
  '｛': '{',
  '｝': '}',
  '【': '[',
  '】': ']',
  '［': '[',
  '］': ']',
}
const MERGE_MARK = /^(<{7}|={7}|>{7})/m
const LITERALS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
}

/** Describes the character at which the parser stopped; undefined if the parser's own message is better. */
export function toSyntaxMessage(text: string, offset: number): string | undefined {
  if (text.trim() === '') return '文件为空，至少应有 {}'
  if (MERGE_MARK.test(text)) return '文件中有合并冲突标记（<<<<<<<、=======、>>>>>>>），请保留一方并删去标记'
  const here = text.slice(offset)
  const sign = here[0] ?? ''
  const half = FULL_WIDTH[sign]
  if (half !== undefined) return `“${sign}”是全角符号，请改用半角 ${half}`
  if (sign === "'") return '键名和文字要用双引号 "，不能用单引号'
  const word = /^[A-Za-z_]\w*/.exec(here)?.[0]
  if (word !== undefined && LITERALS[word] !== undefined) return `“${word}”应写作 ${LITERALS[word]}`
  if (/^[}\]]/.test(here) && /,\s*$/.test(text.slice(0, offset))) return '最后一项后面不能有逗号，请删去'
  return undefined
}

// Formats problems in three ways: for people, as JSON, and as annotations of GitHub.
import type { Problem } from '#config/load/problem.ts'
import type { Silenced } from '#config/load/silenced.ts'

/**
 * Formats problems for people, one on a line, in their order. `colour` adds the colour codes of terminals.
 *
 * @example
 * toHuman([{ slug: 'key_missing', severity: 'error', file: 'a.json', line: 1, column: 2, message: '缺少标题' }])
 * // → 'a.json:1:2 错误 缺少标题 [key_missing]'
 */
export function toHuman(problems: readonly Problem[], colour = false): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return problems
    .map(({ severity, file, line, column, message, slug }) => {
      const mark = severity === 'error' ? paint(31, '错误') : paint(33, '警告')
      return `${paint(36, `${file}:${line}:${column}`)} ${mark} ${message} ${paint(90, `[${slug}]`)}`
    })
    .join('\n')
}

/** Lists what files silence by `$allow`, with the reasons. */
export const toSilencedList = (silenced: readonly Silenced[]): string =>
  [
    '已停用的检查：',
    ...silenced.map(({ file, code, count, why }) => `  ${file} ${code}（${count} 处）：${why}`),
  ].join('\n')

export function toJson(problems: readonly Problem[]): string {
  return JSON.stringify(problems, null, 2)
}

/** Workflow commands that GitHub shows beside the line. */
export function toGithub(problems: readonly Problem[]): string {
  const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\n', '%0A')
  return problems
    .map(
      ({ severity, file, line, column, message, slug }) =>
        `::${severity} file=${file},line=${line},col=${column},title=${slug}::${escapeData(message)}`,
    )
    .join('\n')
}

// Formats problems in three ways: for people, as JSON, and as annotations of GitHub.
import type { Problem } from '#config/load/problem.ts'

/** Grouped by file, one problem a line; `colour` adds terminal colours. */
export function toHuman(problems: readonly Problem[], colour = false): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return problems
    .map(({ severity, file, line, column, message, slug }) => {
      const mark = severity === 'error' ? paint(31, '错误') : paint(33, '提醒')
      return `${paint(36, `${file}:${line}:${column}`)} ${mark} ${message} ${paint(90, `[${slug}]`)}`
    })
    .join('\n')
}

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

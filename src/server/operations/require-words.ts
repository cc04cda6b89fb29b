// Owns the refusal of a reason that is missing, or that says nothing.
import { Failure, type FieldError } from '../../shared/errors.ts'
import { saysWhy } from '../../shared/reason-words.ts'

/** Undefined where `words`, tidied, say why; `title` is what they are called, `path` where they are written. */
export function wordsProblem(title: string, words: string, path = '/reason'): FieldError | undefined {
  if (words === '') return { path, message: `请填写${title}` }
  if (saysWhy(words)) return undefined
  return { path, message: `${title}没有写清楚，请写明具体情况，至少两个汉字` }
}

export function requireWords(title: string, words: string, path = '/reason'): void {
  const problem = wordsProblem(title, words, path)
  if (problem) throw new Failure('BAD_INPUT', { message: problem.message, errors: [problem] })
}

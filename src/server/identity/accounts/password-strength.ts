// Estimates how soon a new password is guessed: by zxcvbn, which knows common passwords, keyboard walks and dates, with
// words in pinyin and with what is known of the person.
import { createRequire } from 'node:module'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { transcribeWord } from '#server/platform/text/pinyin.ts'
import { cutWords } from '#server/platform/text/segment.ts'
import { CHINESE_WORDS, LATIN_WORDS } from './password-words.ts'

/** What a guesser knows of the person. */
export interface OwnTexts {
  /** User name and telephone number. */
  readonly account: readonly string[]
  /** Names of the person and of the organisation. */
  readonly names?: readonly string[]
}

/** zxcvbn's "safely unguessable", where the digests are slow and the sign-in is limited. */
const MIN_GUESSES = 1e8
/** What is left of a password without its ornaments is a single common word below that. */
const MIN_WORD_GUESSES = 1_000
/** The usual suffixes, such as `@123` and `2026!`. */
const ORNAMENTS = /[\d!@#$%^&*._-]{0,8}$/
/** The time of an estimate grows with the square of the length. */
const MAX_LENGTH = 32

let loaded: ZxcvbnFactory | undefined

/** Loaded at first use (0.3 s, 7 MB), because only a new password needs it. */
function load(): ZxcvbnFactory {
  if (loaded) return loaded
  const require = createRequire(import.meta.url)
  const { ZxcvbnFactory: Factory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const common = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const pinyin = [...LATIN_WORDS, ...CHINESE_WORDS.map(spell)]
  loaded = new Factory({ dictionary: { ...common.dictionary, pinyin }, graphs: common.adjacencyGraphs })
  return loaded
}

const spell = (word: string): string => transcribeWord(word).join('')

/** As it is written, in pinyin, by first letters, and its words in pinyin. */
function spellingsOf(name: string): string[] {
  const letters = transcribeWord(name).map(([first = '']) => first)
  const spelled = [name, spell(name), letters.join(''), ...cutWords(name).map(spell)]
  return spelled.filter((text) => text.length >= 3)
}

/**
 * Returns the fault of a new password, or null.
 *
 * @example
 * weaknessOf('Woaini@1314', { account: ['zhangsan'] }) // → '密码过于常见，容易被猜到，请换一个'
 * weaknessOf('Kaijuan-2026!', { account: ['zhangsan'] }) // → null
 */
export function weaknessOf(password: string, { account, names = [] }: OwnTexts): string | null {
  const lower = password.slice(0, MAX_LENGTH).toLowerCase()
  if (account.some((text) => text.length >= 4 && lower.includes(text.toLowerCase())))
    return '密码中不能包含用户名或手机号码'
  const estimator = load()
  const { guesses, sequence } = estimator.check(password.slice(0, MAX_LENGTH), [
    ...account,
    ...names.flatMap(spellingsOf),
  ])
  const word = lower.replace(ORNAMENTS, '')
  const isWord = word.length >= 4 && estimator.check(word).guesses < MIN_WORD_GUESSES
  if (guesses >= MIN_GUESSES && !isWord) return null
  return sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')
    ? '密码与您的姓名、单位或账号过于接近，容易被猜到，请换一个'
    : '密码过于常见，容易被猜到，请换一个'
}

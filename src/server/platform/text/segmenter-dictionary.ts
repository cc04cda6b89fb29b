// Loads the word dictionary of the segmenter: jieba's, without rare words.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Jieba } from '@node-rs/jieba'

/** Rarer words cost 20 MB of memory and half of the loading time; their bigrams still find them. */
const MIN_FREQUENCY = 10
const MAX_WORD_BYTES = 15

const [SPACE, LINE_END, ZERO, NINE] = [0x20, 0x0a, 0x30, 0x39]

let loaded: Jieba | undefined

/** Loaded at first use (about 80 ms), because reading pages never need it. */
export function loadSegmenter(): Jieba {
  loaded ??= Jieba.withDict(keepCommon(readFileSync(dictionaryFile())))
  return loaded
}

function dictionaryFile(): string {
  return fileURLToPath(new URL('dict.txt', import.meta.resolve('@node-rs/jieba')))
}

/** Lines are `word frequency tag`; the kept ones are moved to the front of the same buffer. */
function keepCommon(lines: Buffer): Buffer {
  let kept = 0
  let start = 0
  for (let end = lines.indexOf(LINE_END); end >= 0; end = lines.indexOf(LINE_END, start)) {
    const space = lines.indexOf(SPACE, start)
    if (space - start <= MAX_WORD_BYTES && readNumber(lines, space + 1) >= MIN_FREQUENCY) {
      lines.copyWithin(kept, start, end + 1)
      kept += end + 1 - start
    }
    start = end + 1
  }
  return lines.subarray(0, kept)
}

function readNumber(bytes: Buffer, from: number): number {
  let value = 0
  for (let at = from; ; at += 1) {
    const byte = bytes[at] ?? SPACE
    if (byte < ZERO || byte > NINE) return value
    value = value * 10 + byte - ZERO
  }
}

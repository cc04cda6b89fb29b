// Tests the text formats with valid and invalid examples.
import { describe, expect, test } from 'vitest'
import { FORMATS } from '#shared/formats/text-formats.ts'

const VECTORS: readonly [format: string, text: string, passes: boolean][] = [
  ['uscc', '91350100M000100Y43', true],
  ['uscc', '91350100M000100Y4Z', false],
  ['uscc', '91350100M000100Y44', false],
  ['uscc', '91350100I000100Y43', false],
  ['uscc', '91350100m000100y43', false],
  ['uscc', '', false],
  ['id-card', '11010519491231002X', true],
  ['id-card', '440524188001010014', true],
  ['id-card', '110105194912310021', false],
  ['id-card', '11010519491331002X', false],
  ['id-card', '11010519491231002x', false],
  ['id-card', '1101051949123100', false],
  ['mobile', '13800138000', true],
  ['mobile', '19912345678', true],
  ['mobile', '12800138000', false],
  ['mobile', '1380013800', false],
  ['mobile', '138001380000', false],
  ['post-code', '100000', true],
  ['post-code', '10000', false],
  ['telephone', '010-12345678', true],
  ['telephone', '0591-8765432', true],
  ['telephone', '0591-87654321-8001', true],
  ['telephone', '87654321', true],
  ['telephone', '400-800-1234', true],
  ['telephone', '13800138000', true],
  ['telephone', '23800138000', false],
  ['telephone', '110', false],
  ['date', '2024-02-29', true],
  ['date', '2023-02-29', false],
  ['date', '2026-1-5', false],
  ['date', '2026-13-01', false],
  ['date-time', '2026-01-05T08:00:00+08:00', true],
  ['date-time', '2026-01-05T08:00:00Z', true],
  ['date-time', '2026-01-05 08:00:00', false],
  ['date-time', '2026-01-05T25:00:00Z', false],
  ['time', '08:30', true],
  ['time', '24:00', false],
  ['email', 'name@example.com', true],
  ['email', 'name@example', false],
  ['email', 'a b@example.com', false],
  ['uri', 'https://www.example.com/a?b=1#c', true],
  ['uri', 'javascript:alert(1)', false],
  ['uri', 'www.example.com', false],
]

describe('text format', () => {
  test.each(VECTORS)('%s returns for “%s” the result %s', (format, text, passes) => {
    expect(FORMATS[format]?.(text)).toBe(passes)
  })

  test('checks inputs of 100,000 repeated characters in less than 500 ms', () => {
    const start = performance.now()
    for (const check of Object.values(FORMATS))
      for (const unit of ['a', '1', 'a.', '-', '０', '%']) check(unit.repeat(100_000))
    expect(performance.now() - start).toBeLessThan(500)
  })
})

// Provides the values that no widget may trip over: whatever storage, an old record or an attacker could send.

export const LONG = '应急装备'.repeat(2500)

const polluted: unknown = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":"x","toString":"x","url":1}',
)

export const HOSTILE: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['empty text', ''],
  ['spaces', '   '],
  ['10,000 characters', LONG],
  ['an image with a handler', '<img src=x onerror="window.hacked=1">'],
  ['a script', '<script>window.hacked=1</script>'],
  ['a javascript address', 'javascript:window.hacked=1'],
  ['a data address', 'data:text/html,<script>window.hacked=1</script>'],
  ['an address of another host', '//evil.example/x.png'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['a polluting object', polluted],
  ['an empty object', {}],
  ['an empty list', []],
  ['a list of nothing', [null, undefined, '', {}]],
  ['a list with doubles', ['1', '1', '1']],
  ['a list of hostile things', ['<img onerror=x>', '__proto__', polluted, 1, true, ['deep']]],
  ['zero', 0],
  ['a negative figure', -1.5],
  ['no number', Number.NaN],
  ['endless', Number.POSITIVE_INFINITY],
  ['a huge figure', 1e21],
  ['true', true],
  ['no date', '2026-13-45'],
  ['the year 0', '0000-00-00'],
  ['a far date', '+275760-09-13T00:00:00.000Z'],
]

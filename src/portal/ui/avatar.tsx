// Draws the round avatar of a person: the first character of the name on a colour of its own.

import { toSigns } from '#shared/formats/text-length.ts'

function hueOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360
  return sum
}

export function Avatar({ name }: { readonly name: string | null }) {
  const shown = name || '访客'
  return (
    <span className="eq-avatar" aria-hidden style={{ background: `hsl(${hueOf(shown)} 45% 38%)` }}>
      {toSigns(shown)[0]}
    </span>
  )
}

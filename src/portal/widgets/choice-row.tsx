// Owns a row of choices, 全部 first; long rows fold.
import { useState } from 'react'
import { toFigure } from '../ui/format-number.ts'
import type { Choice } from './use-choices.ts'

const FOLD_AT = 12

interface Props {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChoose: (value: string) => void
}

export function ChoiceRow({ label, choices, chosen, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const folds = choices.length > FOLD_AT
  const shown =
    folds && !open ? choices.filter(({ value }, index) => index < FOLD_AT || chosen.includes(value)) : choices
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere
    <div className="eq-choices" role="group" aria-label={label}>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose('')}>
        全部
      </button>
      {shown.map(({ value, label: text, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => onChoose(value)}
        >
          {text}
          {count === undefined ? null : <small className="eq-choice-count">{toFigure(count)}</small>}
        </button>
      ))}
      {folds ? (
        <button type="button" className="eq-choices-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '更多'}
        </button>
      ) : null}
    </div>
  )
}

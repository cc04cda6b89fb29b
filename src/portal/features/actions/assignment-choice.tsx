// Draws the choice of the user's item for which a transition is executed, if the user has several.
import { useId } from 'react'
import type { Action } from '#shared/model/page-model.ts'

interface Props {
  readonly claim: NonNullable<Action['claim']>
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** The only one that could be meant is so from the first. */
export function firstChoice({ claim }: Action): string {
  const open = claim?.among.filter(({ barred }) => barred === undefined) ?? []
  return open.length === 1 ? (open[0]?.id ?? '') : ''
}

export function AssignmentChoice({ claim, chosen, onChoose }: Props) {
  const id = useId()
  const barred = claim.among.flatMap((one) => one.barred ?? [])
  return (
    <div className="eq-native-field">
      <label htmlFor={id}>
        {claim.title}
        <span className="eq-required">必填</span>
      </label>
      <select
        id={id}
        className="eq-input"
        value={chosen}
        aria-describedby={barred.length > 0 ? `${id}-barred` : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">请选择</option>
        {claim.among.map((one) => (
          <option key={one.id} value={one.id} disabled={one.barred !== undefined}>
            {one.title}
          </option>
        ))}
      </select>
      {barred.length > 0 ? (
        <p id={`${id}-barred`} className="eq-help">
          {barred.join('；')}
        </p>
      ) : null}
    </div>
  )
}

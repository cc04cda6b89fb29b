// Draws the pictures of items that have only text: journal covers, number plates, portraits, emblems, posters.
import type { ReactNode } from 'react'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { chooseVariant } from '#portal/ui/cover/scene-variant.ts'
import { names } from '#portal/ui/format/class-names.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { DrawnPicture as Drawn } from '#shared/model/item-picture.ts'
import { Emblem } from './drawn-emblem.tsx'
import { DrawnPortrait } from './drawn-portrait.tsx'
import './drawn-picture.css'

interface Props {
  readonly drawn: Drawn
  readonly item: Item
  /** Name of the item, where the configured fields are empty. */
  readonly heading: string
  /** The scene that its category has. */
  readonly scene: ReactNode
  readonly className?: string | undefined
}

/** Returns the name without additions in brackets. */
const bare = (name: string): string => name.replace(/[（(].*?[）)]/g, '').trim()

/** Of drawn-picture.css. */
const TONES = 12

/** Longer names are those of bodies. */
const MAX_PERSON_LENGTH = 4

export function DrawnItemPicture({ drawn, item, heading, scene, className }: Props) {
  const fieldText = (field: string | undefined): string => (field === undefined ? '' : toText(item[field]))
  const seed = String(item.id)
  const variant = chooseVariant(drawn.draw, seed)
  const frame = (kind: string, inside: ReactNode) => (
    <div
      className={names('eq-cover', 'eq-drawn', `eq-drawn-${kind}`, className)}
      data-picture={kind}
      data-tone={variant % TONES}
    >
      {inside}
    </div>
  )
  const called = bare(fieldText(drawn.name) || heading)
  switch (drawn.draw) {
    case 'portrait':
      return [...called].length <= MAX_PERSON_LENGTH
        ? frame('portrait', <DrawnPortrait name={called} variant={variant} />)
        : frame('emblem', <Emblem name={called} variant={variant} />)
    case 'emblem':
      return frame('emblem', <Emblem name={called} variant={variant} />)
    case 'journal':
      return frame(
        'journal',
        <div className="eq-sheet" aria-hidden>
          <b>{fieldText(drawn.name) || heading}</b>
          {scene}
          <small>
            {[drawn.year && `${fieldText(drawn.year)} 年`, drawn.number && `第 ${fieldText(drawn.number)} 期`]
              .filter(Boolean)
              .join(' ')}
          </small>
        </div>,
      )
    case 'plate': {
      const kind = drawn.by?.dict
        ? dictionaryLabel(drawn.by.dict, fieldText(drawn.by.field))
        : fieldText(drawn.by?.field)
      return frame(
        'plate',
        <Plate number={fieldText(drawn.number) || heading} kind={kind} year={fieldText(drawn.year)} />,
      )
    }
    case 'poster':
      return frame(
        'poster',
        <>
          {scene}
          <svg className="eq-play" viewBox="0 0 48 48" aria-hidden>
            <circle cx="24" cy="24" r="23" />
            <path d="M19 14.5v19l15-9.5z" />
          </svg>
          {drawn.seconds ? <Duration seconds={Number(item[drawn.seconds])} /> : null}
        </>,
      )
  }
}

/** `GB/T 33425-2016` as letters, number, year. */
function Plate({
  number,
  kind,
  year,
}: {
  readonly number: string
  readonly kind: string
  readonly year: string
}) {
  const [, letters = '', figures = '', rest = ''] = /^([A-Za-z/ ]*)\s*([\d.]*)(.*)$/.exec(number) ?? []
  const isCode = figures !== ''
  return (
    <div className="eq-number-plate" aria-hidden>
      <i>{kind}</i>
      {isCode && letters ? <span>{letters}</span> : null}
      <b data-long={isCode ? undefined : true}>{isCode ? figures : number}</b>
      {isCode && rest ? (
        <span>{rest.replace(/^[-—–]+/, '')}</span>
      ) : year && year !== number ? (
        <span>{year}</span>
      ) : null}
    </div>
  )
}

function Duration({ seconds }: { readonly seconds: number }) {
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  const whole = Math.round(seconds)
  return (
    <small className="eq-duration" aria-hidden>
      {Math.floor(whole / 60)}:{String(whole % 60).padStart(2, '0')}
    </small>
  )
}

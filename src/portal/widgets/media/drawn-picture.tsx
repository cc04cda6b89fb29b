// Draws the pictures of items that have only text: journal covers, number plates, portraits, emblems, posters.
import type { ReactNode } from 'react'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { chooseVariant } from '#portal/ui/cover/cover-style.ts'
import { names } from '#portal/ui/format/class-names.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { DrawnPicture as Drawn } from '#shared/model/item-picture.ts'

interface EmblemProps {
  readonly name: string
  readonly variant: number
}

/** On 48 by 48; the second path is the lighter one. */
const MARKS: readonly (readonly [string, string])[] = [
  ['M24 3 43 13.5v21L24 45 5 34.5v-21z', 'M24 13 34 18.6v10.8L24 35l-10-5.6V18.6z'],
  ['M4 40 24 5l20 35H32L24 26l-8 14z', 'M24 26l8 14H16z'],
  ['M6 6h20a16 16 0 0 1 0 32H6V28h18a6 6 0 0 0 0-12H6z', 'M6 28h10v14H6z'],
  ['M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40z', 'M8 27q8-8 16 0t16 0v4q-6 11-16 11T8 31z'],
  ['M5 5h16v16H5zm22 22h16v16H27z', 'M27 5h16v16H27zM5 27h16v16H5z'],
  ['M24 4 44 24 24 44 4 24z', 'M24 14l10 10-10 10z'],
  ['M6 42V22L24 6l18 16v20H30V28L24 22l-6 6v14z', 'M18 42V28l6-6 6 6v14z'],
  ['M4 14q10-10 20 0t20 0v9q-10 10-20 0t-20 0z', 'M4 28q10-10 20 0t20 0v9q-10 10-20 0t-20 0z'],
]

/** Parts of a name that many organisations share. */
const COMMON = /^(示例|中国|国家)|(股份|有限|责任|集团|公司|研究院|研究所|中心|协会|科技|技术|设备)+$/g

function shortOf(name: string): string {
  const bare = name.replace(COMMON, '').replace(COMMON, '')
  return [...(bare.length >= 2 ? bare : name)].slice(0, 4).join('')
}

/** Draws the emblem of an organisation without a logo: a shape made from its seed, and its short name. */
function Emblem({ name, variant }: EmblemProps) {
  const [dark = '', light = ''] = MARKS[variant % MARKS.length] ?? []
  const turn = [0, 90, 180, 0][Math.floor(variant / MARKS.length) % 4]
  return (
    <div className="eq-mark" aria-hidden>
      <svg viewBox="0 0 48 48" aria-hidden>
        <g transform={`rotate(${turn} 24 24)`}>
          <path d={dark} />
          <path d={light} />
        </g>
      </svg>
      <b>{shortOf(name)}</b>
    </div>
  )
}

const HAIR = [
  'M33 40q-2-20 17-20t17 20q-4-9-10-11-12 4-24 11z',
  'M32 46q-4-27 18-27t18 27l-4-3q0-10-5-14-9 5-20 4-3 4-3 10z',
  'M34 37q0-17 16-17t16 17q-6-6-16-6t-16 6z',
  'M31 56q-3-37 19-37t19 37q-4 4-7 1 3-16-3-26-11 6-20 4-4 10-1 22-4 3-7-1z',
  'M34 38q-3-16 9-18 14-4 22 5 4 5 1 13-3-8-9-8-12 2-23 8z',
] as const

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

/** Of styles/drawn-pictures.css. */
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

interface DrawnPortraitProps {
  readonly name: string
  readonly variant: number
}

/** Draws the portrait of a person without a photograph: a bust without a face, and the surname. */
function DrawnPortrait({ name, variant }: DrawnPortraitProps) {
  const hair = HAIR[variant % HAIR.length]
  const hasGlasses = variant % 3 === 1
  const collar = variant % 4
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" aria-hidden>
        <circle className="eq-drawn-halo" cx={variant % 2 ? 30 : 70} cy="34" r="40" />
        <g stroke="var(--eq-drawn-ink)" strokeWidth="1.6" strokeLinejoin="round">
          <path className="eq-drawn-cloth" d="M14 102q0-27 25-31h22q25 4 25 31z" />
          <path className="eq-drawn-shade" stroke="none" d="M61 71q25 4 25 31H68q2-18-7-31z" />
          <path className="eq-drawn-skin" d="M43 58v13q7 8 14 0V58z" />
          {collar === 0 ? (
            <path className="eq-drawn-paper" d="M40 71l10 12 10-12 4 3-8 16-6-7-6 7-8-16z" />
          ) : null}
          {collar === 1 ? <path className="eq-drawn-paper" d="M42 71l8 11 8-11 3 1-11 30-11-30z" /> : null}
          {collar === 2 ? <path fill="none" d="M41 72q9 12 18 0M50 79v23" /> : null}
          <path className="eq-drawn-skin" d="M35 42q0-18 15-18t15 18q0 21-15 21T35 42z" />
          <path className="eq-drawn-hair" d={hair} />
          {hasGlasses ? <path fill="none" d="M38 44h9v6q-4 3-9 0zm15 0h9v6q-5 3-9 0zm-6 2h6" /> : null}
        </g>
      </svg>
      <b aria-hidden>{[...name][0]}</b>
    </>
  )
}

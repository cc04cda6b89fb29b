// Draws the row of stars in a comparison: the total of each item, and the groups that make it up.
import { Icon } from '#portal/ui/icon.tsx'

export interface RatingStars {
  readonly resourceId: string
  readonly dimensions: readonly { readonly name: string; readonly star: number | null }[]
  readonly total: number | null
}

const ALL = [1, 2, 3, 4, 5] as const

/** Five outlines of which as many are filled as were given, halves too. */
function StarFigure({ star }: { readonly star: number }) {
  return (
    <span className="eq-stars">
      <svg viewBox="0 0 100 20" width="100" height="20" aria-hidden>
        {ALL.map((place) => {
          const share = Math.max(0, Math.min(1, star - place + 1))
          const x = (place - 1) * 20
          return (
            <g key={place} transform={`translate(${x} 0)`}>
              <path className="eq-star-empty" d={STAR} />
              {share === 1 ? <path className="eq-star-full" d={STAR} /> : null}
              {share > 0 && share < 1 ? <path className="eq-star-full" d={HALF} /> : null}
            </g>
          )
        })}
      </svg>
      <span>{star.toFixed(1)}</span>
    </span>
  )
}

const STAR = 'M10 1.5l2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.8-5.3 2.8 1-5.8L1.5 7.7l5.9-.9z'
const HALF = 'M10 1.5v13.3l-5.3 2.8 1-5.8L1.5 7.7l5.9-.9z'

interface Props {
  readonly stars: readonly RatingStars[]
  readonly ids: readonly string[]
}

export function StarRow({ stars, ids }: Props) {
  return (
    <tr>
      <th scope="row">综合星级</th>
      {ids.map((id) => {
        const own = stars.find(({ resourceId }) => resourceId === id)
        return (
          <td key={id}>
            {own?.total == null ? '—' : <StarFigure star={own.total} />}
            {own?.dimensions.some(({ star }) => star !== null) ? (
              <ul className="eq-star-parts">
                {own.dimensions.map(({ name, star }) =>
                  star === null ? null : (
                    <li key={name}>
                      {name} <span className="eq-figure">{star.toFixed(1)}</span>
                    </li>
                  ),
                )}
              </ul>
            ) : null}
          </td>
        )
      })}
    </tr>
  )
}

/** How the stars come about. */
export function StarFormula({ formula }: { readonly formula: string }) {
  return (
    <details className="eq-star-formula">
      <summary>
        <Icon name="info" /> 星级计算方法
      </summary>
      <p>{formula}</p>
    </details>
  )
}

// Draws the table of areas with their numbers by kind: the same as the map, for keyboard and screen readers.
import type { MapKind, MapNumbers } from '#shared/calls/map-answers.ts'

interface Props {
  readonly numbers: MapNumbers
  readonly kinds: readonly MapKind[]
  readonly area: string
  /** Undefined where areas have no parts. */
  readonly onRegion: ((code: string) => void) | undefined
}

export function RegionTable({ numbers, kinds, area, onRegion }: Props) {
  const { regions, unplaced, total } = numbers
  return (
    <div className="eq-scroll eq-map-scroll">
      <table className="eq-map-table">
        <caption>
          {area}各地区的数量，共 {total} 项
        </caption>
        <thead>
          <tr>
            <th scope="col">地区</th>
            <th scope="col">合计</th>
            {kinds.map(({ kind, title }) => (
              <th key={kind} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ code, name, count, kinds: own }) => (
            <tr key={code}>
              <th scope="row">
                {onRegion ? (
                  <button type="button" className="eq-text-button" onClick={() => onRegion(code)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              <td className="eq-figure">{count}</td>
              {kinds.map(({ kind, title }) => (
                <td key={kind} className="eq-figure" data-kind={title} data-none={own[kind] ? undefined : ''}>
                  {own[kind] ?? 0}
                </td>
              ))}
            </tr>
          ))}
          {unplaced > 0 ? (
            <tr>
              <th scope="row">未注明</th>
              <td className="eq-figure">{unplaced}</td>
              <td colSpan={kinds.length} data-none="" />
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

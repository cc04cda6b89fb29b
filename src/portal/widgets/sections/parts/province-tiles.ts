// Declares the positions of the provinces in a picture of equal tiles: near their neighbours, without any border.

export interface Tile {
  readonly code: string
  readonly name: string
  readonly column: number
  readonly row: number
}

/** Code and short name, a line for each row, `.` where there is none. */
const ROWS = [
  '. . . . . . . . 23黑',
  '. . . . . . . . 22吉',
  '65新 . . . . 15蒙 11京 12津 21辽',
  '. 63青 62甘 64宁 61陕 14晋 13冀 37鲁 .',
  '. 54藏 51川 50渝 42鄂 41豫 34皖 32苏 31沪',
  '. . 53滇 52黔 43湘 36赣 35闽 33浙 .',
  '. . . 45桂 44粤 81港 . 71台 .',
  '. . . 46琼 82澳 . . . .',
] as const

export const PROVINCE_TILES: readonly Tile[] = ROWS.flatMap((line, row) =>
  line
    .split(' ')
    .flatMap((text, column) =>
      text === '.' ? [] : [{ code: text.slice(0, 2), name: text.slice(2), column, row }],
    ),
)
export const TILE_COLUMNS = 9
export const TILE_ROWS: number = ROWS.length

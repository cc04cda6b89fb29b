// Tests where a profile chart places a value: along its range, or by share when the range is uneven.
import { expect, test } from 'vitest'
import { toProfile } from '#portal/widgets/charts/profile-chart.tsx'

const placed = (one: object) => {
  const [dimension] = toProfile({ dimensions: [{ title: '人数', value: 5, score: 40, ...one }] }).dimensions
  return { place: dimension?.place, median: dimension?.medianPlace, isByShare: dimension?.isByShare }
}

test.each([
  ['along its range', { place: 0.3, medianPlace: 0.5 }, { place: 0.3, median: 0.5, isByShare: false }],
  [
    'by the share of the others where nearly all are small',
    { place: 0.01, medianPlace: 0.02 },
    { place: 0.4, median: 0.5, isByShare: true },
  ],
  [
    'by the share of the others where nearly all are large',
    { place: 0.99, medianPlace: 0.97 },
    { place: 0.4, median: 0.5, isByShare: true },
  ],
  ['without a median as before', { place: 0.02 }, { place: 0.02, median: null, isByShare: false }],
])('a value of a profile chart is placed %s', (_, one, wanted) => {
  expect(placed(one)).toEqual(wanted)
})

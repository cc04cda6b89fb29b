// Provides the fields that both forms of the bench draw: mostly texts, every fifth a number, every seventh a choice.

export interface BenchField {
  readonly name: string
  readonly title: string
  readonly kind: 'text' | 'number' | 'choice'
}

export const CHOICES = [
  { value: '1', label: '采购需求' },
  { value: '2', label: '技术攻关需求' },
  { value: '3', label: '租赁需求' },
] as const

export function benchFields(count: number): BenchField[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `field${index}`,
    title: `字段${index}`,
    kind: index % 7 === 6 ? 'choice' : index % 5 === 4 ? 'number' : 'text',
  }))
}

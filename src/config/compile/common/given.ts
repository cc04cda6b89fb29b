// Leaves out the properties that are not given.

type Given<Value> = Exclude<Value, undefined | null | false | '' | 0>

/**
 * The properties that are neither missing nor empty: a model says nothing of what is not written.
 *
 * @example
 * given({ icon: undefined, badge: '需求' }) // → { badge: '需求' }
 */
export const given = <Properties extends object>(
  properties: Properties,
): { [Key in keyof Properties]?: Given<Properties[Key]> } =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value)) as {
    [Key in keyof Properties]?: Given<Properties[Key]>
  }

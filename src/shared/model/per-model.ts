// Keeps one value for each object, for as long as the object lives: for a model, a part of one, or a service.

/**
 * Returns `compute` with a cache: for each object it is called once, and its result is dropped with the object.
 * Models and their parts (types, forms, fields, schemas) never change, so what was computed from them stays right; a
 * new model is a new object. A service, such as the database, gets its one companion the same way. For a result of two
 * objects, nest the calls.
 *
 * @example
 * const wordsOf = perModel((model: Model) => model.dictionaries.flatMap(({ items }) => items))
 * wordsOf(services.model()) // computed once for the model
 *
 * @example
 * const plansOf = perModel((model: Model) => perModel((type: ContentType) => buildPlan(model, type)))
 * plansOf(model)(type)
 */
export const perModel = <K extends object, V>(compute: (key: K) => V): ((key: K) => V) => {
  const cache = new WeakMap<K, V>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined || cache.has(key)) return cached as V
    const computed = compute(key)
    cache.set(key, computed)
    return computed
  }
}

/** A schema that passes over fields it does not know, at every depth, where the given one refuses them. */
import { z } from 'zod'

/** Its values are those of `schema`, without other fields. Objects that keep unknown fields go on to do so. */
export function lenient<S extends z.ZodType>(schema: S): z.ZodType<z.infer<S>> {
  // Only the treatment of other fields differs: the values have the type that they had.
  return lenientPart(schema) as z.ZodType<z.infer<S>>
}

function lenientPart(schema: z.core.SomeType): z.ZodType {
  if (schema instanceof z.ZodObject) return lenientObject(schema)
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: lenientPart(schema.element) })
  if (schema instanceof z.ZodRecord)
    return schema.clone({ ...schema.def, valueType: lenientPart(schema.valueType) })
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.options.map(lenientPart) })
  if (schema instanceof z.ZodOptional) return lenientPart(schema.unwrap()).optional()
  if (schema instanceof z.ZodNullable) return lenientPart(schema.unwrap()).nullable()
  // All schemas here are made by this library's classes.
  return schema as z.ZodType
}

function lenientObject(schema: z.ZodObject): z.ZodType {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, lenientPart(field)] as const),
  )
  const { catchall, ...def } = schema.def
  return schema.clone(catchall instanceof z.ZodNever ? { ...def, shape } : { ...schema.def, shape })
}

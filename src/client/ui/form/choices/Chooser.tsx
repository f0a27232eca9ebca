import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { matcherOf } from '#domain/text/matching'
import type * as v from 'valibot'
import type { Fields } from '../useFields'

type Props<E extends v.ObjectEntries, O extends { id: number }> = {
  fields: Fields<E>
  name: keyof E & string
  label: string
  placeholder: string
  hint?: string
  options: readonly O[]
  /** The searched text of an option. */
  textOf: (option: O) => string
}

/** A field for one of many records, found by text; there are too many for a select. */
export function Chooser<E extends v.ObjectEntries, O extends { id: number }>(props: Props<E, O>) {
  const { fields, name, label, placeholder, hint, options, textOf } = props
  const id = useId()
  const error = fields.errors[name]
  const note = error ?? hint
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box component="label" htmlFor={id} sx={{ fontWeight: 600, fontSize: 14 }}>
        {label}
      </Box>
      <Autocomplete
        id={id}
        options={options}
        value={options.find((option) => String(option.id) === fields.values[name]) ?? null}
        onChange={(_event, option) => fields.set(name, option ? String(option.id) : '')}
        getOptionKey={(option) => option.id}
        getOptionLabel={textOf}
        filterOptions={(all, { inputValue }) => {
          const isWanted = matcherOf(inputValue)
          return all.filter((one) => isWanted(textOf(one)))
        }}
        autoHighlight
        slotProps={{ listbox: { sx: { '&& .MuiAutocomplete-option': { minHeight: 44 } } } }}
        renderInput={(params) => (
          <TextField
            {...params}
            name={name}
            size="small"
            placeholder={placeholder}
            error={error !== undefined}
            slotProps={{
              ...params.slotProps,
              htmlInput: {
                ...params.slotProps.htmlInput,
                'aria-describedby': note ? `${id}-note` : undefined,
              },
            }}
          />
        )}
      />
      {note && (
        <FormHelperText id={`${id}-note`} error={error !== undefined} sx={{ m: 0, fontSize: 14 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  )
}

import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import type { useAgentField } from './useAgentField'

export type AgentChoice = ReplyOf<(typeof calls.agents)['getAgentChoices']>['data'][number]
type Props = { of: ReturnType<typeof useAgentField>; agents: AgentChoice[] }

/** Chooses the new agent by name or place; there are too many for a select. */
export function AgentChooser({ of: fields, agents }: Props) {
  const id = useId()
  const error = fields.errors.agent_id
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box component="label" htmlFor={id} sx={{ fontWeight: 600, fontSize: 14 }}>
        Agent
      </Box>
      <Autocomplete
        id={id}
        options={agents}
        value={agents.find((agent) => String(agent.id) === fields.values.agent_id) ?? null}
        onChange={(_event, agent) => fields.set('agent_id', agent ? String(agent.id) : '')}
        getOptionKey={(agent) => agent.id}
        getOptionLabel={({ name, state, lga }) => [name, lga, state].filter(Boolean).join(', ')}
        autoHighlight
        slotProps={{ listbox: { sx: { '&& .MuiAutocomplete-option': { minHeight: 44 } } } }}
        renderInput={(params) => (
          <TextField
            {...params}
            name="agent_id"
            size="small"
            placeholder="Name, LGA or state"
            error={error !== undefined}
            slotProps={{
              ...params.slotProps,
              htmlInput: {
                ...params.slotProps.htmlInput,
                'aria-describedby': error ? `${id}-note` : undefined,
              },
            }}
          />
        )}
      />
      {error && (
        <FormHelperText id={`${id}-note`} error sx={{ m: 0, fontSize: 14 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}

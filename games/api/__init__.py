"""The API for programs: thin views on the services of the pages; docs/api.md."""

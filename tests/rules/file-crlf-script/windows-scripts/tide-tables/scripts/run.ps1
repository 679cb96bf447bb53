Write-Output tides
